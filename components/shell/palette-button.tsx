"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useOpenPalette } from "./palette-context";

/** Opens the palette: as wide as the sidebar with its keys, or as an icon in the bar of a phone. */
export function PaletteButton({ look }: { look: "wide" | "icon" }) {
  const t = useTranslations("shell");
  const open = useOpenPalette();
  if (look === "icon")
    return (
      <Button variant="ghost" size="icon" aria-label={t("palette.open")} onClick={open} className="ml-auto">
        <Search aria-hidden />
      </Button>
    );
  return (
    <button
      type="button"
      onClick={open}
      aria-keyshortcuts="Meta+K Control+K"
      className="flex h-8 items-center gap-2.5 rounded-md border border-line bg-surface px-2 text-[0.8125rem] text-muted hover:bg-hover hover:text-ink"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 text-left">{t("palette.open")}</span>
      <kbd aria-hidden className="rounded border border-line px-1 font-sans text-faint text-xs">
        ⌘K
      </kbd>
    </button>
  );
}
