"use client";

import "./globals.css";
import { digestOf, FailurePage } from "@/components/shell/failure-page";
import words from "@/messages/en/failure.json";

/** The root layout itself failed, and with it the choice of language: English, the language everything falls back to. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);
  return (
    <html lang="en">
      <body>
        <title>{words.error_title}</title>
        <FailurePage
          title={words.error_title}
          body={words.error_body}
          reference={digest === undefined ? undefined : words.reference.replace("{reference}", digest)}
          retryLabel={words.retry}
          onRetry={retry}
        />
      </body>
    </html>
  );
}
