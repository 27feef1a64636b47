// @ts-check
// The sheet goes to the printer.

import { byId } from "./dom.js";

byId("print").addEventListener("click", () => print());
