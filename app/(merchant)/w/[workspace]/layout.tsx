import type { ReactNode } from "react";
import { WorkspaceFrame } from "@/components/shell/workspace-frame";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";

export interface WorkspaceLayoutProps {
  children: ReactNode;
  params: Promise<{ workspace: string }>;
}

/** Pages render beside their layout, not after it: this authorises the frame alone, and every page authorises itself. */
export default async function WorkspaceLayout({ children, params }: WorkspaceLayoutProps) {
  return <WorkspaceFrame context={await enterWorkspace((await params).workspace)}>{children}</WorkspaceFrame>;
}
