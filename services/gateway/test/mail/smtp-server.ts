import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  source: string;
}

/** Starts a mail server that accepts or rejects emails and records them. It implements a minimal subset of RFC 5321. */
export async function startSmtpServer() {
  const mails: ReceivedMail[] = [];
  const state = { refusal: undefined as string | undefined };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    converse(socket, state, mails);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    /** Sets the reply with which the server rejects all further recipients. If undefined, recipients are accepted. */
    refuseWith: (answer: string | undefined) => {
      state.refusal = answer;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, state: { refusal: string | undefined }, mails: ReceivedMail[]): void {
  let given = '';
  let mail: ReceivedMail = { from: '', to: [], source: '' };
  let isData = false;
  const answer = (line: string) => socket.write(`${line}\r\n`);
  const commands: Record<string, (rest: string) => void> = {
    EHLO: () => answer('250 test'),
    RSET: () => answer('250 ok'),
    NOOP: () => answer('250 ok'),
    QUIT: () => socket.end('221 bye\r\n'),
    MAIL: (rest) => {
      mail = { from: rest.replace(/^FROM:<|>.*$/g, ''), to: [], source: '' };
      answer('250 ok');
    },
    RCPT: (rest) => {
      mail.to.push(rest.replace(/^TO:<|>.*$/g, ''));
      answer(state.refusal ?? '250 ok');
    },
    DATA: () => {
      isData = true;
      answer('354 go on');
    },
  };
  const take = (text: string) => {
    if (isData) {
      mails.push({ ...mail, source: text });
      isData = false;
      answer('250 taken');
      return;
    }
    const command = commands[text.slice(0, 4).toUpperCase()];
    if (command) command(text.slice(5));
    else answer('502 unknown');
  };
  const read = (): boolean => {
    const end = given.indexOf(isData ? '\r\n.\r\n' : '\r\n');
    if (end < 0) return false;
    const text = given.slice(0, end);
    given = given.slice(end + (isData ? 5 : 2));
    take(text);
    return true;
  };
  answer('220 test');
  socket.on('data', (chunk) => {
    given += chunk.toString();
    while (read());
  });
}
