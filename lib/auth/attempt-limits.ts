export interface LimitRule {
  attempts: number;
  windowMs: number;
}

/** Sign-in and sign-up share these: tight per account, wider per address, since an office shares one. */
export const ACCOUNT_RULE: LimitRule = { attempts: 10, windowMs: 15 * 60_000 };
export const ADDRESS_RULE: LimitRule = { attempts: 60, windowMs: 15 * 60_000 };

const MAX_KEYS = 20_000;

/**
 * Counts attempts in a sliding window, in this process's memory. Keys are kept as given: hash what is personal.
 * Full memory forgets the oldest keys first.
 */
export class AttemptLimits {
  readonly #attempts = new Map<string, number[]>();

  /** Counts one attempt. @returns ms to wait when it is over the limit (then it is not counted), else 0 */
  take(key: string, rule: LimitRule, nowMs: number): number {
    const recent = (this.#attempts.get(key) ?? []).filter((at) => at > nowMs - rule.windowMs);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= rule.attempts) return oldest + rule.windowMs - nowMs;
    recent.push(nowMs);
    this.#attempts.delete(key);
    this.#attempts.set(key, recent);
    this.#forgetOldest();
    return 0;
  }

  /** A success: earlier failures of this key count no more. */
  clear(key: string): void {
    this.#attempts.delete(key);
  }

  #forgetOldest(): void {
    for (const key of this.#attempts.keys()) {
      if (this.#attempts.size <= MAX_KEYS) return;
      this.#attempts.delete(key);
    }
  }
}
