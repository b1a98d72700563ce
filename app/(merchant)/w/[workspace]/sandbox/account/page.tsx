import type { Metadata } from "next";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { ContactsTable } from "@/components/sandbox/contacts-table";
import { Pager } from "@/components/sandbox/pager";
import { SearchForm } from "@/components/sandbox/search-form";
import { Card } from "@/components/ui/card";
import { Stat, StatList } from "@/components/ui/stat";
import { type AccountPage, readSandboxAccount } from "@/lib/use-cases/sandbox/read-account";
import { PAGE_SIZE } from "@/lib/use-cases/sandbox/read-shop";
import { submitActOnContact } from "../actions";
import { enterSandbox, orUnreachable, type Query, readListQuery } from "../enter-sandbox";
import { SandboxFrame, Unreachable } from "../sandbox-frame";

interface Props {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("sandbox"))("tabs.account") };
}

export default async function SandboxAccountPage({ params, searchParams }: Props) {
  const { context, mayChange } = await enterSandbox(params);
  const { search, page } = await readListQuery(searchParams);
  const account = orUnreachable(await readSandboxAccount(context, { search, page }));
  const t = await getTranslations("sandbox");
  return (
    <SandboxFrame workspaceId={context.workspaceId} mayChange={mayChange}>
      {account === null ? (
        <Unreachable />
      ) : (
        <>
          <Truth account={account} />
          <Card flush title={t("truth.contacts")}>
            <SearchForm label={t("search_contacts")} search={search} total={account.total} />
            <ContactsTable
              contacts={account.contacts}
              workspaceId={context.workspaceId}
              act={mayChange ? submitActOnContact : undefined}
            />
            <Pager
              page={page}
              pages={Math.ceil(account.total / PAGE_SIZE)}
              hrefOf={(number) => `?${new URLSearchParams({ q: search, page: String(number) })}`}
            />
          </Card>
        </>
      )}
    </SandboxFrame>
  );
}

function Truth({ account: { truth, tripwire } }: { account: AccountPage }) {
  const t = useTranslations("sandbox");
  const { number } = useFormatter();
  return (
    <StatList>
      <Stat label={t("truth.contacts")} value={number(truth.contacts)} />
      <Stat label={t("truth.blocklisted")} value={number(truth.blocklisted)} />
      {truth.lists.map((list) => (
        <Stat key={list.name} label={list.name} value={number(list.contacts)} />
      ))}
      <Stat
        label={t("truth.tripwire")}
        value={number(tripwire)}
        detail={t("truth_tripwire_detail")}
        tone={tripwire === 0 ? undefined : "danger"}
      />
    </StatList>
  );
}
