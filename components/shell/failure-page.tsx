import { PlainPage } from "./plain-page";

export interface FailurePageProps {
  title: string;
  body: string;
  reference?: string;
  retryLabel: string;
  onRetry: () => void;
}

/** An unexpected error, without its message: that stays in the server's log under the reference. */
export function FailurePage({ title, body, reference, retryLabel, onRetry }: FailurePageProps) {
  return (
    <PlainPage>
      <div role="alert" className="grid justify-items-center gap-3 text-center">
        <h1 className="font-semibold text-lg">{title}</h1>
        <p className="text-muted text-sm">{body}</p>
        {reference ? <p className="font-mono text-faint text-xs">{reference}</p> : null}
        <button
          type="button"
          onClick={onRetry}
          className="h-8 rounded-md border border-line-strong bg-surface px-3 font-medium text-[0.8125rem] hover:bg-hover"
        >
          {retryLabel}
        </button>
      </div>
    </PlainPage>
  );
}

/** Next names a server error by its digest; an error of the browser has none. */
export function digestOf(error: unknown): string | undefined {
  const digest = typeof error === "object" && error !== null && "digest" in error ? error.digest : undefined;
  return typeof digest === "string" ? digest : undefined;
}
