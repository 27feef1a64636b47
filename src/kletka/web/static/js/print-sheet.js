// @ts-check
// The button that prints the sheet.

import { byId } from "./dom.js";

byId("print").addEventListener("click", () => print());
