import type { ReactNode } from "react";
import { PlainPage } from "@/components/shell/plain-page";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <PlainPage>{children}</PlainPage>;
}
