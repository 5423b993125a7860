var e=new Intl.DateTimeFormat(document.documentElement.lang,{dateStyle:"long",timeStyle:"short"});for(let t of document.querySelectorAll(".journal time"))t.textContent=e.format(new Date(t.dateTime));
