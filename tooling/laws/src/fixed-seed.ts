import * as fc from "fast-check";
import { cases } from "./cases.ts";

/** Setup file of all tests: properties that name neither seed nor number of cases have those of `cases`. */
fc.configureGlobal(cases());
