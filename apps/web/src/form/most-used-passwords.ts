/**
 * Most common passwords in published leaks, in lower case. They are used only for a hint; the server does not reject
 * them.
 */
export const mostUsedPasswords: ReadonlySet<string> = new Set(
  `
000000 00000000 010203 102030 1111 11111 111111 1111111 11111111 111222 112233 11223344 121212 123 123abc 123qwe 123123
123123123 123321 1234 12344321 12345 123454321 123456 1234561 1234567 12345678 123456789 1234567890 123456a 123654
1234qwer 131313 135790 141414 147147 147258 147258369 147852 159357 159753 1a2b3c 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
1qazxsw2 202020 212121 222222 22222222 232323 246810 252525 333333 444444 456789 54321 555555 55555555 654321 666666
696969 741852963 7654321 777777 7777777 789456 789456123 87654321 888888 88888888 963852741 987654 987654321 9876543210
999999 99999999 a12345 a123456 a1b2c3 a1b2c3d4 aa123456 aaaaaa abc abc123 abcabc abcd1234 abcdef abcdefg access action
adidas admin admin123 administrator alex alexander amanda america andrea andrew angel angela angels anthony apples arsenal
asdasd asdf asdf1234 asdfasdf asdfgh asdfghjk asdfghjkl ashley asshole august austin azerty azertyuiop babygirl bailey
banana barcelona baseball basketball batman beautiful beauty benjamin bigdog biteme blahblah blink blue bond007 bonnie
brandon brandy bubbles buster butterfly carlos changeme charlie cheese chelsea chicken chocolate chris christian cocacola
computer cookie corvette cowboy daniel default diamond dolphin donald dragon eagles elizabeth elephant eminem family
ferrari fireball flower football forever freedom friend friends fuckoff fuckyou gabriel gateway george ginger godzilla
golfer google guest hacker hammer hannah happy harley hello hello123 hellokitty hockey hottie hunter iceman iloveyou
iloveyou1 internet jackson jasmine jasper jennifer jessica jesus jordan jordan23 joseph joshua junior justin killer
klaster kobe kristina lakers letmein letmein1 liverpool london loveme lovely loveyou lucky madison maggie manchester
marina martin marvin master matrix matthew maverick melissa mercedes merlin metallica michael michelle michigan mickey
midnight monica monkey monster mother mustang mylove naruto nascar natasha nicole ninja nothing oliver orange p@ssw0rd
p@ssword pa55word pass passw0rd password password1 password12 password123 patrick peanut pepper phoenix player please
pokemon porsche precious princess purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qqww1122 qwe123 qweasd qweasdzxc
qweqwe qwer1234 qwert qwerty qwerty1 qwerty12 qwerty123 qwertyui qwertyuiop rachel rainbow ranger rangers raiders red123
richard robert rocky root samantha samsung samuel scooby scooter secret secret123 shadow silver slipknot snoopy soccer
sophie spiderman starwars steelers stella summer sunshine superman superstar taylor teacher tennis test test123 test1234
testing thomas thunder tigger tinkerbell trustno1 tweety united vanessa vfhbyf victoria welcome welcome1 whatever william
winner winter yankees yellow zaq12wsx zaq1zaq1 zxcvbn zxcvbnm zzzzzz
`.match(/\S+/g),
);
