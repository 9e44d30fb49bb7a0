import pkg from "../../package.json";

/** The version of the product, as published. */
export const VERSION: string = pkg.version;
