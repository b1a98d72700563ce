import type { Mailer } from "@/lib/alerts/channels/email";
import { type MasterKey, masterKeyFrom } from "@/lib/db/workspace-keys";
import type { EndsPolicy } from "@/lib/ends/open-ends";
import { environment } from "@/lib/env";
import { scaled, TIMING, type Timing } from "@/lib/runner/timing";

/** What this installation is, from its environment: keys, and what it may do that production may not. */
export interface Installation {
  isDemo: boolean;
  master: MasterKey;
  /** Signs publications; raw bytes. */
  signingKey: Uint8Array;
  policy: EndsPolicy;
  /** The mail server of the installation; null: none is set. */
  mailer: Mailer | null;
  /** How many times shorter waits are; 1 except on demos and in tests. */
  timeScale: number;
  timing: Timing;
}

/** For each wait of a dialogue: RFC 5321 would allow minutes, and the next try comes soon enough. */
const MAIL_TIMEOUT_MS = 10_000;

let known: Installation | undefined;

/** @throws EnvironmentInvalid */
export function installation(): Installation {
  if (known) return known;
  const env = environment();
  known = {
    isDemo: env.NIGHTPOST_DEMO,
    master: masterKeyFrom(env.NIGHTPOST_MASTER_KEY, env.NIGHTPOST_MASTER_KEY_OLD),
    signingKey: Buffer.from(env.NIGHTPOST_SIGNING_KEY, "base64"),
    policy: {
      allowLoopback: env.NIGHTPOST_DEMO,
      ...(env.NIGHTPOST_DEMO && env.SANDBOX_API_URL ? { sandboxApiUrl: env.SANDBOX_API_URL } : {}),
    },
    mailer: env.SMTP_URL ? { url: env.SMTP_URL, from: env.SMTP_FROM, timeoutMs: MAIL_TIMEOUT_MS } : null,
    timeScale: env.NIGHTPOST_TIME_SCALE,
    timing: scaled(TIMING, env.NIGHTPOST_TIME_SCALE),
  };
  return known;
}
