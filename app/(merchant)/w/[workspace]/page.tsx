import { redirect } from "next/navigation";

/** The home of a workspace is its list of syncs. */
export default async function WorkspaceHome({ params }: { params: Promise<{ workspace: string }> }): Promise<never> {
  redirect(`/w/${(await params).workspace}/syncs`);
}
