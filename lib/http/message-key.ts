/** Where the words of an error code are: `name` → `errors.name`, `space.name` → `space.errors.name`. */
export function messageKeyOf(code: string): string {
  const dot = code.indexOf(".");
  return dot < 0 ? `errors.${code}` : `${code.slice(0, dot)}.errors.${code.slice(dot + 1)}`;
}
