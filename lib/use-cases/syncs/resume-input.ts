import { z } from "zod";
import { reasonSchema } from "./pause-sync";

export const resumeSyncInput = z.strictObject({ syncId: z.uuid(), reason: reasonSchema });
