import { createEngineDeps } from "@/lib/composition";
import { runWorker } from "./worker";

await runWorker(createEngineDeps);
