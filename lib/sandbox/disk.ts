import fs from "node:fs";
import path from "node:path";

/** An append-only file of JSON lines. `append` returns once the bytes are with the operating system, so kill -9 of this process loses nothing. */
export interface LineFile<T> {
  append(line: T): void;
  /** Replaces the whole file by these lines: new file, fsync, rename, so that a crash leaves the old or the new, never a mixture. */
  replace(lines: readonly T[]): void;
  close(): void;
}

/**
 * Opens a file of JSON lines and reads what is there.
 * @param onLine called for each whole line, in order. A torn last line (no line break) was never confirmed to anybody and is dropped.
 * @throws when a line inside the file is no JSON: then it is not ours to guess at
 */
export function openLineFile<T>(file: string, onLine: (line: T) => void): LineFile<T> {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  readLines(file, onLine);
  let descriptor = fs.openSync(file, "a");
  return {
    append(line) {
      fs.appendFileSync(descriptor, `${JSON.stringify(line)}\n`);
    },
    replace(lines) {
      fs.closeSync(descriptor);
      writeWhole(file, lines);
      descriptor = fs.openSync(file, "a");
    },
    close() {
      fs.closeSync(descriptor);
    },
  };
}

function readLines<T>(file: string, onLine: (line: T) => void): void {
  if (!fs.existsSync(file)) return;
  const bytes = fs.readFileSync(file);
  const wholeBytes = bytes.lastIndexOf("\n") + 1;
  const lines = bytes.toString("utf8", 0, wholeBytes).split("\n").slice(0, -1);
  lines.forEach((line, index) => {
    onLine(parseLine<T>(line, `${path.basename(file)} line ${index + 1}`));
  });
  // A later append must not glue itself to the torn half.
  if (wholeBytes < bytes.length) fs.truncateSync(file, wholeBytes);
}

function parseLine<T>(line: string, where: string): T {
  try {
    return JSON.parse(line) as T;
  } catch {
    throw new Error(`The sandbox's data is damaged at ${where}; remove the file to begin with an empty sandbox.`);
  }
}

function writeWhole(file: string, lines: readonly unknown[]): void {
  const fresh = `${file}.new`;
  const descriptor = fs.openSync(fresh, "w");
  for (const line of lines) fs.appendFileSync(descriptor, `${JSON.stringify(line)}\n`);
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
  fs.renameSync(fresh, file);
}
