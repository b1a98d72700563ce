import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const withNextIntl = createNextIntlPlugin("./lib/i18n/request.ts");

const config: NextConfig = {
  poweredByHeader: false,
  serverExternalPackages: ["postgres", "inngest"],
  // `npm run verify` and .ci/run check the types of everything, tests included; a first start need not do it again.
  typescript: { ignoreBuildErrors: true },
};

export default withNextIntl(config);
