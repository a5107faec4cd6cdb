import { after, before } from "node:test";
import { serve } from "../../helpers/static-server.mjs";

/** Serves pages, by their paths, for the tests of a file. */
export function useServer(pages) {
  let server;
  before(async () => {
    server = await serve({ pages });
  });
  after(() => server.close());
  return {
    get origin() {
      return server.origin;
    },
  };
}
