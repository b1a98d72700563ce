// `npm start`: installs, builds, starts the database and runs Nightpost. Plain Node: nothing is installed yet.
import { supervise } from "./lib/supervise.mjs";

await supervise("start");
