/** What a colour means, everywhere. A tone never stands alone: it comes with a word, and mostly with an icon. */
export type Tone = "neutral" | "info" | "success" | "warning" | "danger" | "accent";

export const TONE_SOFT: Record<Tone, string> = {
  neutral: "bg-sunken text-muted border-line",
  info: "bg-info-soft text-info-ink border-info-line",
  success: "bg-success-soft text-success-ink border-success-line",
  warning: "bg-warning-soft text-warning-ink border-warning-line",
  danger: "bg-danger-soft text-danger-ink border-danger-line",
  accent: "bg-accent-soft text-accent-ink border-accent-line",
};

export const TONE_INK: Record<Tone, string> = {
  neutral: "text-muted",
  info: "text-info-ink",
  success: "text-success-ink",
  warning: "text-warning-ink",
  danger: "text-danger-ink",
  accent: "text-accent-ink",
};
