"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import type { NavigationItem } from "./navigation";
import { PaletteOpener } from "./palette-context";

const PaletteList = dynamic(() => import("./palette-list").then((module) => module.PaletteList));

export interface CommandPaletteProps {
  workspaceId: string;
  items: readonly NavigationItem[];
  children: ReactNode;
}

/** ⌘K or Ctrl+K anywhere: to a sync or a page by a few letters. What it lists is loaded when it is first opened. */
export function CommandPalette({ workspaceId, items, children }: CommandPaletteProps) {
  const t = useTranslations("shell.palette");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setOpen((open) => !open);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <PaletteOpener value={useCallback(() => setOpen(true), [])}>
      {children}
      <Radix.Root open={isOpen} onOpenChange={setOpen}>
        <Radix.Portal>
          <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
          <Radix.Content
            aria-describedby={undefined}
            className="-translate-x-1/2 fixed top-[max(1rem,12vh)] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl overflow-hidden rounded-xl border border-line-strong bg-raised shadow-large"
          >
            <Radix.Title className="sr-only">{t("title")}</Radix.Title>
            <PaletteList workspaceId={workspaceId} items={items} onDone={() => setOpen(false)} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </PaletteOpener>
  );
}
