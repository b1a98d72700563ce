import { CircleAlert, Info, TriangleAlert } from "lucide-react";

/** How a severity is drawn. */
export const SEVERITY_LOOKS = {
  info: { tone: "info", icon: Info },
  warning: { tone: "warning", icon: TriangleAlert },
  critical: { tone: "danger", icon: CircleAlert },
} as const;
