"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { currentUser } from "@/lib/auth/session";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import { resumeForMerchant } from "@/lib/use-cases/support/resume-for-merchant";

const schema = z.object({ syncId: z.string().max(100), reason: z.string().max(1_000) });

export async function submitSupportResume(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "support_resume", schema }, async (input) => {
    const user = await currentUser();
    if (!user) redirect("/sign-in?next=%2Fsupport");
    const resumed = await resumeForMerchant(user, input);
    revalidatePath("/support");
    return resumed;
  });
}
