import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { useFormatter, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { CustomerDialog } from "@/components/sandbox/customer-dialog";
import { CustomersTable } from "@/components/sandbox/customers-table";
import { Pager } from "@/components/sandbox/pager";
import { SearchForm } from "@/components/sandbox/search-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Stat, StatList } from "@/components/ui/stat";
import { PAGE_SIZE, readShop } from "@/lib/use-cases/sandbox/read-shop";
import { CONSENT_LEVELS, CONSENT_STATES, type ShopTruth } from "@/lib/use-cases/sandbox/shop-view";
import { submitCreateCustomer, submitDeleteCustomer, submitEditCustomer } from "../actions";
import { enterSandbox, orUnreachable, type Query, readListQuery } from "../enter-sandbox";
import { SandboxFrame, Unreachable } from "../sandbox-frame";

interface Props {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Query>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("sandbox"))("tabs.shop") };
}

const choices = { states: CONSENT_STATES, levels: CONSENT_LEVELS };

export default async function SandboxShopPage({ params, searchParams }: Props) {
  const { context, mayChange } = await enterSandbox(params);
  const { search, page } = await readListQuery(searchParams);
  const shop = orUnreachable(await readShop(context, { search, page }));
  const t = await getTranslations("sandbox");
  const hidden = { workspace: context.workspaceId };
  const create = (
    <CustomerDialog
      trigger={
        <Button size="small">
          <Plus aria-hidden />
          {t("create")}
        </Button>
      }
      title={t("create_title")}
      hidden={hidden}
      action={submitCreateCustomer}
      {...choices}
    />
  );
  return (
    <SandboxFrame workspaceId={context.workspaceId} mayChange={mayChange}>
      {shop === null ? (
        <Unreachable />
      ) : (
        <>
          <Truth truth={shop.truth} />
          <Card flush title={shop.name} description={shop.domain} actions={mayChange ? create : undefined}>
            <SearchForm label={t("search_customers")} search={search} total={shop.total} />
            <CustomersTable
              customers={shop.customers}
              hidden={hidden}
              edit={mayChange ? submitEditCustomer : undefined}
              remove={mayChange ? submitDeleteCustomer : undefined}
              {...choices}
            />
            <Pager
              page={page}
              pages={Math.ceil(shop.total / PAGE_SIZE)}
              hrefOf={(number) => `?${new URLSearchParams({ q: search, page: String(number) })}`}
            />
          </Card>
        </>
      )}
    </SandboxFrame>
  );
}

function Truth({ truth }: { truth: ShopTruth }) {
  const t = useTranslations("sandbox");
  const { number } = useFormatter();
  return (
    <StatList>
      <Stat label={t("truth.customers")} value={number(truth.customers)} />
      <Stat label={t("truth.with_address")} value={number(truth.withAddress)} />
      <Stat label={t("truth.provable")} value={number(truth.provable)} detail={t("truth_provable_detail")} />
      <Stat label={t("truth.unproved")} value={number(truth.unproved)} detail={t("truth_unproved_detail")} />
      <Stat label={t("truth.deleted")} value={number(truth.deleted)} />
    </StatList>
  );
}
