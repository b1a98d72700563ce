/** Where to go after sign-in: a path of ours or the start. Everything a browser could read as another site is refused. */
export function returnPath(asked: string | undefined): string {
  return asked !== undefined && /^\/(?![/\\])[^\\\s]*$/.test(asked) ? asked : "/";
}
