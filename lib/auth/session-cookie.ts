/** Where browsers use https the name begins with `__Host-`, which makes them insist on Secure, path / and no domain. */
export function sessionCookie(appUrl: string) {
  const secure = appUrl.startsWith("https://");
  return {
    name: secure ? "__Host-nightpost-session" : "nightpost-session",
    attributes: { secure, httpOnly: true, sameSite: "lax", path: "/" },
  } as const;
}
