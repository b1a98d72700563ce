"use client";

import { type ReactNode, useId } from "react";

export interface Choice<T extends string> {
  value: T;
  label: ReactNode;
  hint: ReactNode;
}

export interface ChoiceGroupProps<T extends string> {
  legend: ReactNode;
  options: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
}

/** One of a few, held by the form around it. */
export function ChoiceGroup<T extends string>({ legend, options, value, onChange }: ChoiceGroupProps<T>) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 content-start gap-2">
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
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="grid gap-0.5">
            <span className="font-medium">{option.label}</span>
            <span className="text-muted text-xs">{option.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
