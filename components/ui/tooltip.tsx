"use client";

import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface TooltipProps {
  /** Short text; nothing that a phone user needs, since there it cannot be seen. */
  text: ReactNode;
  /** One element that takes focus. */
  children: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
}

/** A hint on hover and focus. */
export function Tooltip({ text, children, side = "top" }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={250}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 rounded-md bg-ink px-2 py-1 text-canvas text-xs shadow-large"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
