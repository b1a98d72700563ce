import { type BetterAuthOptions, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { nextCookies } from "better-auth/next-js";
import { database } from "@/lib/db/client";
import { accounts, sessions, users, verifications } from "@/lib/db/schema/auth";
import { environment } from "@/lib/env";
import { enterDemo } from "./enter-demo-endpoint";
import { hashSessionTokens } from "./hash-session-tokens";
import { PASSWORD_MAX, PASSWORD_MIN } from "./password-rule";
import { sessionCookie } from "./session-cookie";

const DAY_S = 24 * 3600;

function build() {
  const env = environment();
  const adapter = drizzleAdapter(database(), {
    provider: "pg",
    usePlural: true,
    transaction: true,
    schema: { users, sessions, accounts, verifications },
  });
  return betterAuth({
    appName: "Nightpost",
    baseURL: env.APP_URL,
    secret: env.AUTH_SECRET,
    database: (options: BetterAuthOptions) => hashSessionTokens(adapter(options)),
    emailAndPassword: { enabled: true, minPasswordLength: PASSWORD_MIN, maxPasswordLength: PASSWORD_MAX },
    // No cookie cache: every request asks the database, so that a revoked session ends with the next request.
    session: { expiresIn: 7 * DAY_S, updateAge: DAY_S, cookieCache: { enabled: false } },
    advanced: {
      // The name carries its own prefix; the library would add `__Secure-`.
      useSecureCookies: false,
      cookies: { session_token: sessionCookie(env.APP_URL) },
      defaultCookieAttributes: { secure: env.APP_URL.startsWith("https://") },
      database: { generateId: "uuid" },
    },
    // Its endpoints are not reachable over HTTP; our actions carry the limits (ADR 5).
    rateLimit: { enabled: false },
    // Its log lines quote addresses.
    logger: { disabled: true },
    telemetry: { enabled: false },
    plugins: [...(env.NIGHTPOST_DEMO ? [enterDemo] : []), nextCookies()],
  });
}

let known: ReturnType<typeof build> | undefined;

/** The sign-in library, made at first use: the build imports routes and has no environment. */
export function auth() {
  known ??= build();
  return known;
}
