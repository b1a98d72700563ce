import type { Context } from "@/lib/use-cases/context";
import { changeSettings } from "@/lib/use-cases/workspaces/change-settings";

/** Something small that is audited: gives the workspace a name. */
export const setName = (owner: Context, name: string) =>
  changeSettings(owner, { name, timeZone: "UTC", supportMayResume: true, publishingNeedsApproval: false });
