// `npm run dev`: the same processes, with Next's development server instead of a build.
import { supervise } from "./lib/supervise.mjs";

await supervise("dev");
