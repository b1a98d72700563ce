/** Who drives the functions: the engine in our own worker, or a server of Inngest's. */
export type EngineMode =
  | { kind: "embedded" }
  | { kind: "dev"; baseUrl?: string }
  | { kind: "cloud" }
  | { kind: "self-hosted"; baseUrl: string };

export type EngineSettingsFault =
  | "dev-in-production"
  | "dev-with-keys"
  | "key-missing"
  | "url-without-keys"
  | "url-unreadable";

/** The INNGEST_* settings contradict each other, so that guessing would run the functions in the wrong place or nowhere. */
export class EngineSettingsError extends Error {
  override readonly name = "EngineSettingsError";
  constructor(
    readonly fault: EngineSettingsFault,
    message: string,
  ) {
    super(message);
  }
}

/** The settings read here; `process.env` fits. Empty means not set. */
export interface EngineEnv {
  INNGEST_DEV?: string | undefined;
  INNGEST_SIGNING_KEY?: string | undefined;
  INNGEST_EVENT_KEY?: string | undefined;
  INNGEST_BASE_URL?: string | undefined;
  NODE_ENV?: string | undefined;
  NIGHTPOST_DEMO?: string | undefined;
}

/**
 * Decides who drives the functions. Nothing set: the embedded engine.
 * @throws EngineSettingsError naming the setting that is missing or one too many
 */
export function engineMode(env: EngineEnv): EngineMode {
  const baseUrl = readUrl("INNGEST_BASE_URL", env.INNGEST_BASE_URL);
  const hasSigningKey = isSet(env.INNGEST_SIGNING_KEY);
  const hasEventKey = isSet(env.INNGEST_EVENT_KEY);
  if (isOn(env.INNGEST_DEV)) return devMode(env, baseUrl, hasSigningKey);
  if (!hasSigningKey && !hasEventKey) {
    if (baseUrl === undefined) return { kind: "embedded" };
    throw new EngineSettingsError(
      "url-without-keys",
      "INNGEST_BASE_URL names a server, but INNGEST_SIGNING_KEY and INNGEST_EVENT_KEY are not set.",
    );
  }
  if (!hasSigningKey || !hasEventKey) {
    const [missing, present] = hasSigningKey
      ? ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"]
      : ["INNGEST_SIGNING_KEY", "INNGEST_EVENT_KEY"];
    throw new EngineSettingsError("key-missing", `${present} is set, and ${missing} is not: a server needs both.`);
  }
  return baseUrl === undefined ? { kind: "cloud" } : { kind: "self-hosted", baseUrl };
}

function devMode(env: EngineEnv, baseUrl: string | undefined, hasSigningKey: boolean): EngineMode {
  if (env.NODE_ENV === "production" && !isOn(env.NIGHTPOST_DEMO))
    throw new EngineSettingsError(
      "dev-in-production",
      "INNGEST_DEV is for development: a dev server takes unsigned calls. In production set the keys of a real server.",
    );
  if (hasSigningKey)
    throw new EngineSettingsError("dev-with-keys", "INNGEST_DEV and INNGEST_SIGNING_KEY are both set: take one away.");
  // The SDK lets INNGEST_DEV be the address of the dev server, too.
  const devUrl = isFlag(env.INNGEST_DEV) ? undefined : readUrl("INNGEST_DEV", env.INNGEST_DEV);
  const url = devUrl ?? baseUrl;
  return url === undefined ? { kind: "dev" } : { kind: "dev", baseUrl: url };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}

function isOn(value: string | undefined): boolean {
  return isSet(value) && !["0", "false"].includes(value.trim().toLowerCase());
}

function isFlag(value: string | undefined): boolean {
  return isSet(value) && ["1", "true"].includes(value.trim().toLowerCase());
}

function readUrl(setting: string, value: string | undefined): string | undefined {
  if (!isSet(value)) return undefined;
  const url = URL.canParse(value.trim()) ? new URL(value.trim()) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw new EngineSettingsError(
      "url-unreadable",
      `${setting} is not an address that begins with http:// or https://.`,
    );
  return url.origin;
}
