import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";

/** The seeded owner of the demo's workspace. */
export const DEMO_EMAIL = "demo@nightpost.example";

/** Signs in the demo's owner without a password. Part of the library only on a demo installation (`auth.ts`). */
export const enterDemo = {
  id: "nightpost-demo",
  endpoints: {
    enterDemo: createAuthEndpoint("/demo/enter", { method: "POST" }, async (context) => {
      const { internalAdapter } = context.context;
      const found = await internalAdapter.findUserByEmail(DEMO_EMAIL);
      if (!found) throw new APIError("NOT_FOUND");
      const session = await internalAdapter.createSession(found.user.id);
      await setSessionCookie(context, { session, user: found.user });
      return context.json({ entered: true });
    }),
  },
} satisfies BetterAuthPlugin;
