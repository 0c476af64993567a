/** Sentences of users with words of rules that are no rules. */
export const SPOKEN_OTHERS: readonly string[] = `
You never know what the cache will do. | I always forget where that file is.
gotta keep working on it, even in the evening | you always say that lol
I make sure to run at least two builds a day | Don't beat yourself up over it!
I'd rather wait until the release is out. | I prefer to work late, but that's me.
Tell me how it looks when you open it. | Be sure to let me know when you get there!
that should never have passed review | We never got an answer from the vendor.
It only happens when the queue is full. | There must be an error in line 40.
can you make it so that it never crashes | did you always do it this way
the old client always retried three times | I've never seen this warning before
Nobody should have to read that file twice. | my team prefers tabs but whatever
The user must log in before the page opens, that is what the ticket says, is it done?
it must be the proxy | Keep up the good work! | Never thought I'd say this, but it works.
Always a pleasure working with you. | No worries, take your time.
I don't like where this is going, the build is red again | we only have two servers left
all tests should be green now | every file in that folder is 10 MB or more
You should see the look on his face | They want every invoice by Friday.
The docs say you must restart it. | I want to know every reason why it fails
Add a column for the price. | Rename it to total and run the tests.
Without the flag it works, with it it doesn't.
limit the query to 100 rows and show me what comes out | Please delete that branch now.
use the second option | Let's not do that now. | don't run it yet
only the first page is wrong | I said no to the offer yesterday
Stop, that is the wrong server! | Prefer not to say.
My limit is reached, the card was declined. | we must have missed it
You may be right about the index. | Each of the three services has its own log.
Ich vergesse das immer. | Das passiert nur, wenn der Puffer voll ist.
Man weiß nie, was kommt. | Das muss an der Firewall liegen. | Wir hatten nie eine Antwort.
Er prüft jede Datei zweimal, sagt die Doku. | Jeder Server hat sein eigenes Log.
Ich will wissen, warum das immer abstürzt. | Bitte lösch den Zweig jetzt.
Nimm die zweite Variante. | Das darf doch nicht wahr sein! | Kein Problem, mach weiter.
Du musst müde sein. | Nie wieder Montag! | So etwas habe ich noch nie gesehen.
J'oublie toujours où est ce fichier. | Ça n'arrive que lorsque la file est pleine.
On ne sait jamais. | Il doit y avoir une erreur ligne 40.
Nous n'avons jamais eu de réponse. | Chaque serveur a son propre journal.
Supprime cette branche maintenant. | Prends la deuxième option.
Je veux savoir pourquoi ça plante toujours. | Jamais vu ça.
Siempre olvido dónde está ese archivo. | Solo pasa cuando la cola está llena.
Nunca se sabe. | Debe de haber un error en la línea 40. | Nunca tuvimos respuesta.
Cada servidor tiene su propio registro. | Borra esa rama ahora. | Usa la segunda opción.
Quiero saber por qué siempre falla. | Nunca había visto esto.
Я всегда забываю, где этот файл. | Это бывает, только когда очередь полна.
Никогда не знаешь. | Должно быть, ошибка в строке 40. | Мы так и не получили ответа.
У каждого сервера свой журнал. | Удали эту ветку сейчас. | Возьми второй вариант.
Хочу знать, почему всё всегда падает. | Никогда такого не видел. | 我总是忘记那个文件在哪里。
只有队列满的时候才会这样。 | 肯定是第40行有错误。 | 我们一直没有收到回复。 | 每台服务器都有自己的日志。 | 现在删除那个分支。 | 用第二个方案。
我想知道为什么总是崩溃。 | 从来没见过这种情况。 | 不要紧，慢慢来。 | ok that never worked for me
the parser is always the slow part | I don't think we should do that
he said to never trust that sensor | every morning the job fails at 6
It should be fixed by now. | All users are in one table. | there's no way around it I guess
We're at most two weeks away from launch. | Do you always have to restart it?
Open the file and fix the typo. | When I open it, it is empty.
Write a test for the parser, then commit. | please check if the port is open
Use port 8081 for the second instance. | I only changed one line!
Why does every request take 2 seconds? | Nope, don't merge it yet.
The ticket must have been closed by Kim. | It's never too late, haha
I can't keep doing this in the evening. | The limit is 200 requests per minute.
Each row has at least one tag. | Could you keep the old file for now?
Prefer the blue one, thanks. | Only two of the five pumps run. | This one must be wrong.
I want all of it gone today.
You were right, always check the cable first, my dad used to say. | Never again, what a day.
Der Parser ist immer das Langsamste. | Er sagt, man soll dem Sensor nie trauen.
Jeden Morgen um 6 scheitert der Lauf. | Öffne die Datei und behebe den Tippfehler.
Wenn ich sie öffne, ist sie leer. | Warum dauert jede Anfrage 2 Sekunden?
Ich habe nur eine Zeile geändert! | Nein, noch nicht mergen.
Das Limit liegt bei 200 Anfragen pro Minute. | Nur zwei von fünf Pumpen laufen.
Das muss falsch sein. | Es ist nie zu spät. | Wir haben maximal zwei Wochen.
Alle Nutzer stehen in einer Tabelle. | Keine Ahnung, schau mal nach.
Le parseur est toujours le plus lent. | Il dit qu'il ne faut jamais se fier au capteur.
Chaque matin à 6 h le job échoue. | Ouvre le fichier et corrige la faute.
Quand je l'ouvre, il est vide. | Pourquoi chaque requête prend-elle 2 secondes ?
Je n'ai changé qu'une ligne ! | Non, ne fusionne pas encore.
La limite est de 200 requêtes par minute. | Seulement deux pompes sur cinq marchent.
Ça doit être faux. | Il n'est jamais trop tard. | On a deux semaines au maximum.
Tous les utilisateurs sont dans une table. | Aucune idée, regarde.
El parser siempre es lo más lento. | Dice que nunca hay que fiarse del sensor.
Cada mañana a las 6 falla el trabajo. | Abre el archivo y corrige la errata.
Cuando lo abro, está vacío. | ¿Por qué cada petición tarda 2 segundos?
¡Solo cambié una línea! | No, no lo fusiones todavía.
El límite es de 200 peticiones por minuto. | Solo dos de las cinco bombas funcionan.
Eso debe de estar mal. | Nunca es tarde. | Tenemos dos semanas como máximo.
Todos los usuarios están en una tabla. | Ni idea, míralo.
Парсер всегда самое медленное место. | Он говорит, что датчику никогда нельзя верить.
Каждое утро в 6 задание падает. | Открой файл и исправь опечатку.
Когда я его открываю, он пустой. | Почему каждый запрос идёт 2 секунды?
Я изменил только одну строку! | Нет, пока не сливай. | Лимит — 200 запросов в минуту.
Работают только два насоса из пяти. | Это, должно быть, ошибка. | Никогда не поздно.
У нас максимум две недели. | Все пользователи в одной таблице. | Понятия не имею, посмотри.
解析器总是最慢的部分。 | 他说永远不要相信那个传感器。 | 每天早上6点任务都会失败。 | 打开文件，改掉错别字。 | 我打开的时候是空的。 | 为什么每个请求要2秒？
我只改了一行！ | 先别合并。 | 限制是每分钟200个请求。 | 五台泵里只有两台在运行。 | 这肯定不对。 | 永远不晚。 | 我们最多还有两周。 | 所有用户都在一张表里。
不知道，你看看。 | Sorry, I was away all day. | The mail never arrived.
Which of these do you prefer? | We should talk about it tomorrow.
I'd like the cheaper one, please. | It says here you must be 18.
Could you also update the docs? | My limit used to be 20 euros.
Every now and then it hangs. | You're never going to believe this.
The new one is always faster than the old one. | Show me all rows with an error.
I have to leave at five. | She doesn't want to come. | Then use the other branch instead.
Let me think about it. | There should be a file called notes. | Just run it once more.
No, the other one. | Only after the restart did it work. | Oh no, not again!
I always run it twice myself. | They must have changed the API.
If you look at the log, you see the error. | Make a new file for that, please.
It can't be more than two lines. | The first page must load in under a second, right?
Thanks, that's exactly what I wanted. | Keep in mind that it is only a draft.
So every user gets two mails? | Die Mail kam nie an. | Was ist dir lieber?
Wir sollten morgen darüber reden. | Ich hätte gern die billigere.
Da steht, man muss 18 sein. | Kannst du auch die Doku anpassen? | Ab und zu hängt es immer.
Zeig mir alle Zeilen mit Fehlern. | Ich muss um fünf weg. | Sie will nicht kommen.
Dann nimm stattdessen den anderen Zweig. | Es sollte eine Datei namens Notizen geben.
Nein, die andere. | Erst nach dem Neustart lief es. | Sie müssen die API geändert haben.
Leg dafür bitte eine neue Datei an. | Behalte im Kopf, dass es nur ein Entwurf ist.
Jeder Nutzer bekommt also zwei Mails? | Danke, genau das wollte ich.
Das kann nicht mehr als zwei Zeilen sein. | Le mail n'est jamais arrivé.
Tu préfères lequel ? | On devrait en parler demain.
Je voudrais la moins chère, s'il te plaît. | C'est écrit qu'il faut avoir 18 ans.
Montre-moi toutes les lignes avec une erreur. | Je dois partir à cinq heures.
Elle ne veut pas venir. | Alors prends l'autre branche. | Non, l'autre.
Ils ont dû changer l'API. | Crée un nouveau fichier pour ça.
C'est exactement ce que je voulais, merci. | Ça ne peut pas faire plus de deux lignes.
Garde en tête que c'est un brouillon. | El correo nunca llegó. | ¿Cuál prefieres?
Deberíamos hablarlo mañana. | Quisiera la más barata, por favor.
Ahí dice que hay que tener 18 años. | Muéstrame todas las filas con error.
Tengo que irme a las cinco. | Ella no quiere venir. | Entonces usa la otra rama.
No, la otra. | Deben de haber cambiado la API. | Crea un archivo nuevo para eso.
Es justo lo que quería, gracias. | No puede ser más de dos líneas.
Ten en cuenta que es un borrador. | Письмо так и не пришло. | Что тебе больше нравится?
Надо бы поговорить об этом завтра. | Мне бы подешевле, пожалуйста.
Там написано, что должно быть 18 лет. | Покажи все строки с ошибкой. | Мне надо уйти в пять.
Она не хочет приходить. | Тогда возьми другую ветку. | Нет, другую.
Они, должно быть, поменяли API. | Создай для этого новый файл.
Спасибо, именно это я и хотел. | Это не может быть больше двух строк.
Имей в виду, что это черновик. | 邮件一直没到。 | 你更喜欢哪个？ | 我们明天应该谈谈。 | 我要便宜的那个。 | 上面写着必须满18岁。
给我看所有出错的行。 | 我五点要走。 | 她不想来。 | 那就用另一个分支。 | 不是，另一个。 | 他们肯定改了接口。 | 为这个新建一个文件。 | 谢谢，这正是我想要的。
不可能超过两行。 | 记住这只是草稿。 | Good morning, how are you? | The build took nine minutes.
I never got around to it. | Where does every third request go?
Let's start with the first one. | Well, that's always the question, isn't it?
He keeps asking in the evening. | You can see it in the second picture.
I think it must be in the cache. | Please send the report to Kim today.
Without a key it does nothing. | Is it at least faster? | My sister always says that.
Only then I understood it. | I don't want to talk about it. | Not all of them are broken.
The rest should be easy. | Give me two more minutes. | Every page has a footer.
Use it for the demo tomorrow. | I'd rather see the log first. | It's up to you.
We have at most one server left. | That's never going to fit. | Take the shorter name.
Try again with the new token. | Which file must I change? | No, thank you.
The old man never answered the phone. | I hope you never lose that energy!
Always remember who you are! | You should be proud of it. | Don't forget the meeting at 3.
Keep me posted! | She prefers tea. | Stop by whenever you like. | At least it compiles.
I never said that. | Please be careful. | Every bit helps. | Guten Morgen, wie geht's?
Der Build dauerte neun Minuten. | Ich kam nie dazu. | Fangen wir mit dem ersten an.
Meine Schwester sagt das immer. | Ohne Schlüssel passiert nichts.
Gib mir noch zwei Minuten. | Jede Seite hat eine Fußzeile. | Nimm den kürzeren Namen.
Versuch es noch mal mit dem neuen Token. | Nein, danke. | Du kannst stolz sein.
Vergiss das Treffen um 3 nicht. | Wenigstens läuft es. | Das habe ich nie gesagt.
Bitte sei vorsichtig. | Sie mag lieber Tee. | Nicht alle sind kaputt.
Der Rest sollte einfach sein. | Schick den Bericht heute an Kim. | Bonjour, ça va ?
La compilation a pris neuf minutes. | Je n'ai jamais eu le temps.
Commençons par le premier. | Ma sœur dit toujours ça. | Sans clé, il ne fait rien.
Donne-moi encore deux minutes. | Chaque page a un pied de page.
Prends le nom le plus court. | Non, merci. | Au moins ça compile. | Je n'ai jamais dit ça.
Sois prudent. | Elle préfère le thé. | Envoie le rapport à Kim aujourd'hui.
Buenos días, ¿qué tal? | La compilación tardó nueve minutos. | Nunca tuve tiempo.
Empecemos por el primero. | Mi hermana siempre lo dice. | Sin clave no hace nada.
Dame dos minutos más. | Cada página tiene un pie. | Coge el nombre más corto. | No, gracias.
Al menos compila. | Yo nunca dije eso. | Ten cuidado. | Ella prefiere té.
Envía el informe a Kim hoy. | Доброе утро, как дела? | Сборка заняла девять минут.
У меня никогда не было времени. | Начнём с первого. | Моя сестра всегда так говорит.
Без ключа он ничего не делает. | Дай мне ещё две минуты. | На каждой странице есть подвал.
Возьми имя покороче. | Нет, спасибо. | По крайней мере, собирается.
Я никогда этого не говорил. | Будь осторожен. | Она предпочитает чай.
Отправь отчёт Киму сегодня. | 早上好，你好吗？ | 构建用了九分钟。 | 我一直没时间。 | 从第一个开始吧。 | 我姐姐总是这么说。
没有密钥它什么都不做。 | 再给我两分钟。 | 每一页都有页脚。 | 用短一点的名字。 | 不用，谢谢。 | 至少能编译了。 | 我从来没这么说过。 | 小心点。 | 她更喜欢茶。
今天把报告发给金。 | The regex never matches. | Can I have the numbers?
It's the last step, I think. | I always round too early. | Someone must have admin rights.
The heading is wrong, please change it. | You could use a library for that.
No test is slow here. | Does the price include shipping? | web/ only has two files.
Every regex in that file is broken. | I wanted to explain it yesterday.
Please explain this regex. | The style guide is on the wiki. | Just skip this test.
Nobody uses that feature. | We have never had more than one customer.
First one, then the other. | He asked me to never call him again.
I'd prefer to pay by card. | It has to be somewhere in web/.
My code never has comments, sorry. | The test must be slow because of the disk.
It's always the same with this vendor. | Put it on the list for tomorrow.
This is the best answer, thanks! | If only it were that easy. | We stopped using it in May.
Any idea why? | The price is at least 20 euros. | All right, go ahead.
Check whether the file exists. | I don't have that file. | Avoiding the bug was easy.
Every time I open it, it crashes. | Stay safe! | Take care, and see you never, haha.
Write me a short poem about the sea. | Add two tests for this function.
The report should say how many were lost. | Der Ausdruck passt nie.
Kann ich die Zahlen haben? | Ich runde immer zu früh. | Jemand muss Adminrechte haben.
Die Überschrift ist falsch, bitte ändere sie. | Kein Test ist hier langsam.
Ist der Versand im Preis enthalten? | Überspring diesen Test einfach. | Niemand nutzt das.
Wir hatten nie mehr als einen Kunden. | Es muss irgendwo in web/ sein.
Immer dasselbe mit diesem Anbieter. | Das ist die beste Antwort, danke!
Wir haben im Mai damit aufgehört. | Alles klar, weiter. | Prüf, ob die Datei existiert.
Diese Datei habe ich nicht. | Jedes Mal, wenn ich sie öffne, stürzt es ab.
Schreib mir ein kurzes Gedicht über das Meer. | Ergänze zwei Tests für diese Funktion.
L'expression ne correspond jamais. | Je peux avoir les chiffres ?
J'arrondis toujours trop tôt. | Quelqu'un doit avoir les droits admin.
Le titre est faux, change-le. | Aucun test n'est lent ici. | Saute ce test, c'est tout.
Personne n'utilise ça. | On n'a jamais eu plus d'un client.
Ça doit être quelque part dans web/. | C'est la meilleure réponse, merci !
On a arrêté en mai. | D'accord, continue. | Vérifie si le fichier existe.
Je n'ai pas ce fichier. | Chaque fois que je l'ouvre, ça plante.
Écris-moi un petit poème sur la mer. | Ajoute deux tests pour cette fonction.
La expresión nunca coincide. | ¿Me das los números? | Siempre redondeo demasiado pronto.
Alguien debe tener permisos. | El título está mal, cámbialo. | Ninguna prueba es lenta aquí.
Sáltate esta prueba y ya. | Nadie usa eso. | Nunca hemos tenido más de un cliente.
Tiene que estar en web/. | Es la mejor respuesta, gracias. | Lo dejamos en mayo.
Vale, sigue. | Mira si existe el archivo. | No tengo ese archivo.
Cada vez que lo abro, falla. | Escríbeme un poema corto sobre el mar.
Añade dos pruebas para esta función. | Выражение никогда не совпадает. | Можно мне цифры?
Я всегда округляю слишком рано. | У кого-то должны быть права.
Заголовок неверный, поменяй его. | Здесь нет медленных тестов. | Пропусти этот тест, и всё.
Никто этим не пользуется. | У нас никогда не было больше одного клиента.
Это должно быть где-то в web/. | Это лучший ответ, спасибо. | Мы перестали в мае.
Ладно, дальше. | Проверь, есть ли файл. | Такого файла у меня нет.
Каждый раз, когда открываю, падает. | Напиши мне короткое стихотворение о море.
Добавь два теста для этой функции. | 正则从来不匹配。 | 能给我数字吗？ | 我总是太早四舍五入。 | 肯定有人有管理员权限。
标题错了，请改一下。 | 这里没有慢的测试。 | 跳过这个测试就行。 | 没人用它。 | 我们从来没有超过一个客户。 | 应该在web/里的某个地方。 | 这是最好的回答，谢谢。
我们五月就停了。 | 好的，继续。 | 看看文件在不在。 | 我没有那个文件。 | 每次打开它都崩溃。 | 给我写一首关于海的短诗。 | 给这个函数加两个测试。
`
  .split(/[|\n]/u)
  .map((sentence) => sentence.trim())
  .filter((sentence) => sentence !== "");
