import { randomBytes } from "node:crypto";

/** Message texts may quote data (a database names the value of a broken constraint), so only a stack's frames are logged. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || !error.stack) return [];
  return error.stack
    .split("\n")
    .filter((line) => line.trimStart().startsWith("at "))
    .slice(0, 12)
    .map((line) => line.trim());
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[\w.-]{1,40}$/.test(code) ? code : undefined;
}

/**
 * Logs an error that nobody expected, as one line of JSON without its message, and gives it a name.
 * @returns the reference that the user is shown, 8 characters
 */
export function logUnexpected(error: unknown, where: string): string {
  const reference = randomBytes(6).toString("base64url");
  const cause = error instanceof Error && error.cause !== undefined ? codeOf(error.cause) : undefined;
  console.error(
    JSON.stringify({
      level: "error",
      event: "unexpected_error",
      reference,
      where,
      name: error instanceof Error ? error.name : typeof error,
      code: codeOf(error) ?? cause,
      frames: framesOf(error),
    }),
  );
  return reference;
}
