// @ts-check
// The page of an invitation: it knows the visitor's name.

import { keepName } from "./my-name.js";

const field = document.getElementById("my-name");
if (field instanceof HTMLInputElement) keepName(field);
