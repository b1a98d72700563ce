import type { Logger } from "inngest";

/**
 * The SDK's log as JSON lines on stderr: warnings and errors, of an error only name, message and stack (the SDK would print every
 * property of it, and a database error has the offending values among them).
 * @param write takes one line
 */
export function createLogger(write: (line: string) => void = (line) => console.error(line)): Logger {
  const at =
    (level: "warn" | "error") =>
    (...words: unknown[]) =>
      write(JSON.stringify({ level, from: "inngest", ...readWords(words) }));
  return {
    debug: () => {},
    info: () => {},
    warn: at("warn"),
    error: at("error"),
  };
}

function readWords(words: unknown[]): {
  message: string;
  error?: string;
  stack?: string;
} {
  const message = words.filter((word) => typeof word === "string").join(" ");
  const error = words.map((word) => (isHolder(word) ? word.err : word)).find((word) => word instanceof Error);
  if (!(error instanceof Error)) return { message };
  return {
    message,
    error: `${error.name}: ${error.message}`,
    ...(error.stack ? { stack: error.stack } : {}),
  };
}

function isHolder(word: unknown): word is { err: unknown } {
  return typeof word === "object" && word !== null && "err" in word;
}
