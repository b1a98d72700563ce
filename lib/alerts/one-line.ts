/** Control characters and line separators end a header, or a line of text, early. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** A name that somebody chose, as part of one line: nothing in it can begin another. At most `most` characters. */
export function oneLine(text: string, most = 200): string {
  const flat = text.replace(BREAKS, " ").trim();
  return flat.length > most ? `${flat.slice(0, most - 1)}…` : flat;
}
