import { PageSkeleton } from "@/components/ui/page-skeleton";
import { SkeletonRows } from "@/components/ui/skeleton";

/** The shape of the list of syncs. */
export default function SyncsLoading() {
  return (
    <PageSkeleton>
      <SkeletonRows rows={6} />
    </PageSkeleton>
  );
}
