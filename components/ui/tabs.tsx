"use client";

import { Tabs as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { tabStyle } from "./tab-style";

/** Parts of one page that are shown one at a time. Where each part has an address of its own use `NavTabs`. */
export const Tabs = Radix.Root;

export function TabsList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={cn("flex gap-5 overflow-x-auto border-line border-b", className)} {...rest} />;
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger className={cn(tabStyle, className)} {...rest} />;
}

export function TabsContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn("pt-4", className)} {...rest} />;
}
