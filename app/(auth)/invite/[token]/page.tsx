import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Banner } from "@/components/ui/banner";
import { LinkButton } from "@/components/ui/link-button";
import { TextLink } from "@/components/ui/text-link";
import { currentUser } from "@/lib/auth/session";
import { messageKeyOf } from "@/lib/http/message-key";
import { readInvitation } from "@/lib/use-cases/invitations/read-invitation";
import { AuthCard } from "../../auth-card";
import { JoinAsNewForm, JoinForm } from "./join-forms";

export async function generateMetadata(): Promise<Metadata> {
  // The address of this page is a secret: no other site hears it.
  return { title: (await getTranslations("invite"))("title"), referrer: "no-referrer" };
}

/** What an invitation's link opens. Looking changes nothing: joining is a button. */
export default async function InvitePage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [found, user] = await Promise.all([readInvitation(token), currentUser()]);
  const t = await getTranslations("invite");
  const say = await getTranslations();
  if (!found.ok) {
    return (
      <AuthCard title={t("title")} footer={<TextLink href="/">{t("home")}</TextLink>}>
        <Banner tone="warning" title={say(messageKeyOf(found.error.code))} />
      </AuthCard>
    );
  }
  const { workspace, role, email } = found.value;
  const isTheirs = user?.email.toLowerCase() === email;
  return (
    <AuthCard title={t("heading", { workspace })} footer={<TextLink href="/">{t("home")}</TextLink>}>
      <p className="text-center text-muted text-sm">{t("body", { role: t(`roles.${role}`) })}</p>
      {user && isTheirs ? <JoinForm token={token} /> : null}
      {user && !isTheirs ? <Banner tone="warning" title={say("members.errors.other_address")} /> : null}
      {user ? null : (
        <>
          <LinkButton size="large" href={`/sign-in?next=${encodeURIComponent(`/invite/${token}`)}`}>
            {t("sign_in")}
          </LinkButton>
          <p className="text-center text-faint text-xs">{t("or_new")}</p>
          <JoinAsNewForm token={token} email={email} />
        </>
      )}
    </AuthCard>
  );
}
