import type { ReactNode } from "react";
import { Brand } from "./brand";

/** A page with one thing on it: sign-in, an error. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="grid min-h-dvh content-center justify-items-center gap-6 px-4 py-12">
      <Brand />
      <div className="w-full max-w-sm">{children}</div>
    </main>
  );
}
