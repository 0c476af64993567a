declare module "s3rver" {
  import type { Server } from "node:http";

  /** The methods of the server that the tests use. */
  export default class S3rver {
    constructor(options: {
      readonly address: string;
      readonly port: number;
      readonly silent: boolean;
      readonly directory: string;
      readonly configureBuckets: readonly { readonly name: string }[];
    });
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
    readonly httpServer: Server;
  }
}
