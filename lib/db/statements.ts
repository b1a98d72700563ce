import type { TransactionSql } from "postgres";

type Listener = (text: string) => void;

let listener: Listener | null = null;

/** Hears the text of every statement inside workspace transactions, without its values: for benchmarks and tests that count. Null ends it. */
export function onStatement(hear: Listener | null): void {
  listener = hear;
}

export const heard = (text: string): void => listener?.(text);

/** The transaction's client, with each statement told to the listener. Without one it is returned as it is and costs nothing. */
export function watched(raw: TransactionSql): TransactionSql {
  if (listener === null) return raw;
  return new Proxy(raw, {
    apply(target, self, args) {
      const [first] = args;
      if (Array.isArray(first) && "raw" in first) heard(first.join("?").trim());
      return Reflect.apply(target, self, args);
    },
    get(target, property) {
      const value = Reflect.get(target, property);
      if (property !== "unsafe") return value;
      return (text: string, ...rest: unknown[]) => {
        heard(text.trim());
        return Reflect.apply(value, target, [text, ...rest]);
      };
    },
  });
}
