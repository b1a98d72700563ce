/** Bound to the preview's row, so that samples of one cannot be shown as another's. */
export const sampleBinding = (workspaceId: string, previewId: string): string[] => ["preview", workspaceId, previewId];
