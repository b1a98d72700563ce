"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Where j (down) and k (up) lead in a list. @param at the row that has the focus, -1: none @returns a row; -1 when the list is empty */
export function nextRow(key: "j" | "k", at: number, rows: number): number {
  if (rows === 0) return -1;
  if (at === -1) return key === "j" ? 0 : rows - 1;
  return Math.min(rows - 1, Math.max(0, at + (key === "j" ? 1 : -1)));
}

const TYPING = "input, textarea, select, [contenteditable], [role=dialog], [role=menu]";

/** Whether a key belongs to the page, not to what is typed into, a dialog, or the browser. */
function isFree(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return !(event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || target?.closest(TYPING));
}

/** j and k move the focus over the links marked `data-row` inside the element, Enter opens as always; / goes to its `type=search`. */
export function useRowKeys<T extends HTMLElement>(): RefObject<T | null> {
  const list = useRef<T>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!list.current || !isFree(event)) return;
      const { key } = event;
      if (key === "/") {
        event.preventDefault();
        list.current.querySelector<HTMLInputElement>("input[type=search]")?.focus();
      } else if (key === "j" || key === "k") {
        const rows = [...list.current.querySelectorAll<HTMLElement>("[data-row]")];
        const at = rows.findIndex((row) => row.matches(":focus"));
        rows[nextRow(key, at, rows.length)]?.focus();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return list;
}
