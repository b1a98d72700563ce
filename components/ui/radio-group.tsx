import type { ReactNode } from "react";
import { cn } from "./cn";

export interface RadioOption {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export interface RadioGroupProps {
  name: string;
  legend: ReactNode;
  options: readonly RadioOption[];
  defaultValue?: string;
  error?: ReactNode;
  className?: string;
}

/** One of a few choices, each with room for a line that explains it. Native radios: arrow keys and forms work. */
export function RadioGroup({ name, legend, options, defaultValue, error, className }: RadioGroupProps) {
  return (
    <fieldset className={cn("grid gap-2", className)} aria-describedby={error ? `field-${name}-error` : undefined}>
      <legend className="mb-1.5 font-medium text-[0.8125rem]">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex items-start gap-2.5 rounded-md border border-line bg-surface px-3 py-2 text-sm hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-disabled:text-faint"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            disabled={option.disabled}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="grid gap-0.5">
            <span className="font-medium">{option.label}</span>
            {option.hint ? <span className="text-muted text-xs">{option.hint}</span> : null}
          </span>
        </label>
      ))}
      {error ? (
        <p id={`field-${name}-error`} className="text-danger-ink text-xs">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
