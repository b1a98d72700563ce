import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/text-link";
import { isDemoInstallation } from "@/lib/auth/is-demo";
import { returnPath } from "@/lib/auth/return-path";
import { currentUser } from "@/lib/auth/session";
import { AuthCard } from "../auth-card";
import { DemoForm } from "./demo-form";
import { SignInForm } from "./sign-in-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("sign_in_title") };
}

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const asked = (await searchParams).next;
  const next = returnPath(typeof asked === "string" ? asked : undefined);
  if (await currentUser()) redirect(next);
  const t = await getTranslations("auth");
  const demo = isDemoInstallation();
  return (
    <AuthCard
      title={t("sign_in_title")}
      footer={
        <>
          {t("no_account")} <TextLink href="/sign-up">{t("sign_up")}</TextLink>
        </>
      }
    >
      {demo ? (
        <>
          <DemoForm next={next} />
          <p className="flex items-center gap-3 text-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t("or_with_account")}
          </p>
        </>
      ) : null}
      <SignInForm next={next} quiet={demo} />
    </AuthCard>
  );
}
