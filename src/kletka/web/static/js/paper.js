// @ts-check
// The sheet goes to the printer.

import { byId } from "./page.js";

byId("print").addEventListener("click", () => print());
