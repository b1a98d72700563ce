import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { selectSyncRows, syncLineOf } from "./select-sync-lines";

/** Every sync of the workspace with its health, by name. */
export const listSyncs = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx) => ok((await selectSyncRows(tx, {})).map(syncLineOf)),
});
