import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { TextLink } from "@/components/ui/text-link";
import { currentUser } from "@/lib/auth/session";
import { AuthCard } from "../auth-card";
import { SignUpForm } from "./sign-up-form";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("auth"))("sign_up_title") };
}

export default async function SignUpPage() {
  if (await currentUser()) redirect("/");
  const t = await getTranslations("auth");
  return (
    <AuthCard
      title={t("sign_up_title")}
      footer={
        <>
          {t("have_account")} <TextLink href="/sign-in">{t("sign_in")}</TextLink>
        </>
      }
    >
      <SignUpForm />
    </AuthCard>
  );
}
