import { z } from "zod";

/** A variable of the environment is missing or unusable. Names the variable and what it must be, never its value. */
export class EnvironmentInvalid extends Error {
  override readonly name = "EnvironmentInvalid";
  constructor(readonly faults: readonly { variable: string; fault: string }[]) {
    super(`The environment is not usable: ${faults.map((f) => `${f.variable} ${f.fault}`).join("; ")}.`);
  }
}

const bytesOf = (text: string) => Buffer.from(text, "base64").length;
const present = (what: string) => z.string({ error: `is missing: ${what}` }).min(1, `is missing: ${what}`);
const flag = z
  .enum(["0", "1", "false", "true", ""], { error: "must be 1 or 0" })
  .default("0")
  .transform((text) => text === "1" || text === "true");
const loopback = z.url({ protocol: /^https?$/, error: "must be an http address" }).optional();

const schema = z
  .object({
    NODE_ENV: z.string().default("development"),
    DATABASE_URL: present("the PostgreSQL address of the app's role").regex(
      /^postgres(ql)?:\/\//,
      "must begin with postgres:// or postgresql://",
    ),
    APP_URL: z.url({ protocol: /^https?$/, error: "must be the http(s) address that browsers use" }),
    AUTH_SECRET: present("at least 32 characters, to sign sessions").min(32, "must have at least 32 characters"),
    NIGHTPOST_MASTER_KEY: present("32 bytes in base64").refine(
      (text) => bytesOf(text) === 32,
      "must be 32 bytes in base64",
    ),
    /** The master key before, while `npm run keys:rotate` has not been through all workspaces. */
    NIGHTPOST_MASTER_KEY_OLD: z
      .string()
      .refine((text) => bytesOf(text) === 32, "must be 32 bytes in base64")
      .optional(),
    NIGHTPOST_SIGNING_KEY: present("32 bytes in base64").refine(
      (text) => bytesOf(text) >= 32,
      "must be 32 bytes in base64",
    ),
    NIGHTPOST_DEMO: flag,
    NIGHTPOST_TIME_SCALE: z.coerce
      .number({ error: "must be a number of at least 1" })
      .min(1, "must be at least 1")
      .default(1),
    NIGHTPOST_DEADMAN_URL: z.url({ protocol: /^https?$/, error: "must be an https address" }).optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must begin with smtp:// or smtps://" }).optional(),
    SMTP_FROM: z
      .string()
      .regex(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, "must be an address, or a name and an <address>")
      .default("Nightpost <nightpost@localhost>"),
    SANDBOX_API_URL: loopback,
    SANDBOX_CONTROL_URL: loopback,
    SANDBOX_CONTROL_SECRET: z.string().optional(),
    INNGEST_DEV: z.string().optional(),
    INNGEST_EVENT_KEY: z.string().optional(),
    INNGEST_SIGNING_KEY: z.string().optional(),
    INNGEST_BASE_URL: z.string().optional(),
  })
  .superRefine((env, context) => {
    const refuse = (variable: string, message: string) =>
      context.addIssue({ code: "custom", path: [variable], message });
    if (env.NIGHTPOST_TIME_SCALE !== 1 && !env.NIGHTPOST_DEMO) {
      refuse("NIGHTPOST_TIME_SCALE", "is allowed on a demo installation only (NIGHTPOST_DEMO=1)");
    }
    if (env.NIGHTPOST_DEADMAN_URL?.startsWith("http:") && !env.NIGHTPOST_DEMO) {
      refuse("NIGHTPOST_DEADMAN_URL", "must be an https address; http is for demo installations (NIGHTPOST_DEMO=1)");
    }
    if ((env.SANDBOX_API_URL || env.SANDBOX_CONTROL_URL) && !env.NIGHTPOST_DEMO && env.NODE_ENV === "production") {
      refuse("SANDBOX_API_URL", "is allowed on a demo installation only (NIGHTPOST_DEMO=1)");
    }
  });

export type Environment = z.infer<typeof schema>;

/**
 * @param raw usually `process.env`; an empty text counts as not set
 * @throws EnvironmentInvalid naming every variable at fault
 */
export function parseEnvironment(raw: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(raw).filter(([, text]) => text !== ""));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvironmentInvalid(
    parsed.error.issues.map((issue) => ({ variable: String(issue.path[0] ?? "environment"), fault: issue.message })),
  );
}

let known: Environment | undefined;

/** The environment of this process, parsed at first use: importing this file needs none, so that the build needs none. */
export function environment(): Environment {
  known ??= parseEnvironment(process.env);
  return known;
}
