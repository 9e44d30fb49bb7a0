import type { Case } from "./cases";
import type { Loose } from "./fake-server";

/** Changes every result of some methods. */
export const results = (methods: string[], change: (result: Loose) => void): Case["spoil"] => {
  return (fake) => {
    for (const method of methods) {
      fake.wrap(method, (answer) => {
        if (answer.result) change(answer.result);
        return answer;
      });
    }
  };
};
